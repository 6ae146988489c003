"""Charts: figures over time, as text for a terminal and as SVG for a page; figures beside one another, as SVG."""
import html
import math

BLOCKS = " ▁▂▃▄▅▆▇█"


def text_chart(title, unit, values, width=60):
    """One line of blocks, from zero to the largest value; several values in one column count as their largest."""
    if not values:
        return f"{title:<16} (nothing measured)"
    columns = [max(values[i * len(values) // width:max((i + 1) * len(values) // width, i * len(values) // width + 1)])
               for i in range(min(width, len(values)))]
    top = max(columns) or 1
    line = "".join(BLOCKS[math.ceil(value / top * (len(BLOCKS) - 1))] for value in columns)
    return f"{title:<16} {line}  0…{top:,.1f} {unit}"


def svg_chart(heading, series, seconds):
    """Several series below one another over the same time.

    series: [(title, unit, values)], each with one value a sample; seconds: between the first and the last.
    """
    width, row, left, right, top = 800, 150, 70, 20, 40
    height = top + row * len(series) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{left}" y="22" font-size="15" font-weight="bold">{html.escape(heading)}</text>',
    ]
    for index, (title, unit, values) in enumerate(series):
        floor, roof = top + row * (index + 1) - 25, top + row * index + 25
        largest = max(values, default=0) or 1
        span = max(len(values) - 1, 1)
        points = " ".join(
            f"{left + i / span * (width - left - right):.1f},{floor - value / largest * (floor - roof):.1f}"
            for i, value in enumerate(values))
        parts += [
            f'<text x="{left}" y="{roof - 8}">{html.escape(title)}</text>',
            f'<line x1="{left}" y1="{floor}" x2="{width - right}" y2="{floor}" stroke="#999"/>',
            f'<text x="{left - 6}" y="{floor + 4}" text-anchor="end" fill="#555">0</text>',
            f'<text x="{left - 6}" y="{roof + 4}" text-anchor="end" fill="#555">{largest:,.1f} {html.escape(unit)}</text>',
            f'<polyline points="{points}" fill="none" stroke="#0b6e99" stroke-width="1.5"/>',
        ]
    parts += [f'<text x="{width - right}" y="{height - 10}" text-anchor="end" fill="#555">{seconds:,.0f} s</text>', "</svg>"]
    return "\n".join(parts) + "\n"


def bar_chart(heading, groups, emphasis):
    """Groups of bars below one another. The bars are on a logarithmic scale, a decade wide before the smallest of a group.

    groups: [(title, unit, [(label, value)])], values of zero have no bar; emphasis: the label whose bars stand out.
    """
    width, bar, left, right, top = 800, 18, 130, 90, 44
    parts, y = [], top
    for title, unit, bars in groups:
        if not bars:
            continue
        y += 26
        parts.append(f'<text x="{left}" y="{y}" font-weight="bold">{html.escape(title)} ({html.escape(unit)})</text>')
        y += 8
        above = [value for _, value in bars if value > 0] or [1]
        low, high = math.floor(math.log10(min(above))) - 1, math.log10(max(above))
        for label, value in sorted(bars, key=lambda pair: -pair[1]):
            length = (math.log10(value) - low) / (high - low) * (width - left - right) if value > 0 else 0
            colour = "#c0392b" if label == emphasis else "#0b6e99"
            figure = f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
            parts += [
                f'<rect x="{left}" y="{y}" width="{length:.1f}" height="{bar - 4}" fill="{colour}"/>',
                f'<text x="{left - 6}" y="{y + 11}" text-anchor="end">{html.escape(label)}</text>',
                f'<text x="{left + length + 5:.1f}" y="{y + 11}" fill="#555">{figure}</text>',
            ]
            y += bar
    height = y + 20
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="20" y="24" font-size="15" font-weight="bold">{html.escape(heading)}</text>',
        '<text x="20" y="42" fill="#555">logarithmic: a step to the right is a factor</text>',
        *parts, "</svg>"]) + "\n"
