"""What the torture found, as a report and as text."""
import json
import statistics
import time

from clients import FOLLOW

PING_BOUND = 0.005


def percentile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else None


def report_of(torture):
    """Everything that was counted, and whether it holds."""
    def within(latencies, bound):
        return sum(latency <= bound for latency in latencies) / len(latencies) if latencies else None

    pings = {kind: {"count": len(all_of), "p50Ms": statistics.median(all_of) * 1000, "p99Ms": percentile(all_of, 0.99) * 1000,
                    "largestMs": max(all_of) * 1000} for kind, all_of in torture.pings.items() if all_of}
    everyone = [latency for kind, all_of in torture.pings.items() if kind != "machine" for latency in all_of]
    p99 = percentile(everyone, 0.99)
    follows = {way: {"count": len(times), "within50ms": within(times, FOLLOW if way != "read" else 0),
                     "p99Ms": None if way == "read" or not times else percentile(times, 0.99) * 1000}
               for way, times in torture.follows.items()}
    follow_holds = all(one["count"] == 0 or one["within50ms"] >= 0.99 for one in follows.values())
    return {
        "seconds": time.monotonic() - torture.begin, "counts": dict(torture.counts), "wrong": torture.counts["wrong"],
        "faults": [{"during": during, "what": what, "count": count} for (during, what), count in torture.faults.most_common()],
        "examples": torture.wrong, "pings": pings, "pingP99Ms": p99 * 1000, "follows": follows,
        "kinds": {kind: {**facts, "recoverMs": max(facts["recoverMs"], default=None)} for kind, facts in torture.kinds.items()},
        "endings": {way: {"count": len(times), "largest": max(times)} for way, times in torture.endings.items()},
        "ok": not torture.counts["wrong"] and p99 < PING_BOUND and follow_holds,
    }


def show(report, say=print):
    say("")
    counts = report["counts"]
    say(f"{report['seconds']:.0f} s   answers {counts.get('answers', 0):,}   reads judged {counts.get('reads judged', 0):,}   "
        f"writes acknowledged {counts.get('acknowledged', 0):,}   notices {counts.get('notices', 0):,}   "
        f"refused {counts.get('error storage_failed', 0):,}")
    for kind, facts in report["kinds"].items():
        pings, recover = report["pings"].get(kind), facts["recoverMs"]
        say(f"{kind:<18}{facts['times']:>3} times   ping p99 {pings['p99Ms'] if pings else 0:7.2f} ms, largest "
            f"{pings['largestMs'] if pings else 0:8.2f}   works again after {recover or 0:6.0f} ms"
            + (f"   not possible {facts['failed']} times: {facts['reason']}" if facts["failed"] else ""))
    for way, one in report["follows"].items():
        share = "none" if one["within50ms"] is None else f"{one['within50ms']:.2%}"
        say(f"the other process, by {way:<9}{one['count']:>6,}   within 50 ms {share}")
    for way, one in report["endings"].items():
        say(f"{way:<18}{one['count']:>3} times   largest {one['largest']:.2f} s")
    say(f"ping p99 {report['pingP99Ms']:.2f} ms   (the machine's own, by cat: {report['pings']['machine']['p99Ms']:.2f} ms)")
    for fault in report["faults"]:
        say(f"wrong, {fault['during']}: {fault['what']}: {fault['count']}")
        for example in report["examples"]:
            if (example["during"], example["what"]) == (fault["during"], fault["what"]):
                say(f"    {json.dumps(example, ensure_ascii=False)}")
                break
    say("everything held" if report["ok"] else f"NOT everything held: {report['wrong']} wrong")
