// ui://galleria/friends: the results of friends_list, in the language that the results are in.

const chinese = {
  lang: "zh-Hant", friends: "好友", chat: "聊天", invitations: "邀請", invites: "邀請你成為好友：)", accept: "接受", decline: "拒絕",
  sure: (name) => `要拒絕${name}的邀請嗎？`, keep: "先不要",
  emptyTitle: "就從加好友開始吧：)", emptyText: "與好友們一起用 KOKO 聊起來！還能互相收付款、發紅包唷：)",
  accepted: (name) => `已接受${name}的邀請，你們現在是好友了。`, declined: (name) => `已拒絕${name}的邀請。`, skipped: "無法讀取的資料筆數：",
  find: "搜尋好友", sort: "排序", order: "預設排序", more: "顯示更多", clear: "清除條件", none: "找不到符合的好友，請換個關鍵字或清除條件。",
  empty: "還沒有好友。", of: (shown, total) => `已顯示 ${shown}／${total}`, count: (total) => `${total} 位`,
  labels: { starred: "星號好友", status: "狀態", invited: "邀請你的", friend: "好友", inviting: "邀請中", name: "依姓名", "-updatedOn": "最近更新" },
};
const plain = {
  lang: "en", friends: "Friends", chat: "Chat", invitations: "Invitations", invites: "Wants to be your friend :)", accept: "Accept",
  decline: "Decline", sure: (name) => `Decline the invitation of ${name}?`, keep: "Keep it",
  more: english.more, emptyTitle: "Start by adding a friend :)",
  emptyText: "Chat with your friends on KOKO! Pay each other and send red envelopes, too :)",
  accepted: (name) => `Accepted: you and ${name} are friends now.`, declined: (name) => `Declined the invitation of ${name}.`,
  skipped: "Rows that can't be read: ", find: "Find friends", order: "Favourites first", count: String,
  labels: { starred: "Favourite", invited: "Invites you", friend: "Friend", inviting: "Invited", "-updatedOn": "Last updated" },
};

run({
  tool: "friends_list",
  shape: () => [top(document.title), blanks.rows()],
  shows: (value) => Array.isArray(value.items) && Array.isArray(value.invitations),
  draw(value, input, meta) {
    const strings = /[\u3000-\u9fff\uff00-\uffef]/.test(value.user.text) ? chinese : plain;
    document.documentElement.lang = strings.lang;

    const person = (friend, caption, ...rest) =>
      element("li.row.person", { "data-id": friend.fid, "data-faults": true }, picture(null, friend.name ?? "?"),
        element("div.grow",
          element("p", words("span.title", friend.name ?? "—"),
            friend.starred ? [" ", element("span.star", { role: "img", "aria-label": strings.labels.starred }, "★")] : ""),
          element("p.caption", caption ?? "—")),
        friend.status === "inviting" ? badge(strings.labels.inviting, ".quiet") : "", rest);

    const list = listing({
      name: "rows", value, input, words: strings, offers: "starred status", orders: "name -updatedOn",
      tool: "friends_list", row: (friend) => person(friend, friend.updatedOn),
    });

    let waiting = value.invitations, most = 3;
    const number = element("span.count");
    const rows = element("ul.rows", { role: "list", "data-list": "invitations" });
    const all = button("", [strings.more, unseen(` ${strings.invitations}`)], () => {
      const first = most;
      most = Infinity;
      paint();
      rows.children[first].querySelector("button").focus();
    });
    const invitations = element("section", element("header.top", element("h2", strings.invitations), number), rows,
      element("div.foot", all));
    const paint = () => {
      rows.replaceChildren(...waiting.slice(0, most).map(invitation));
      number.textContent = waiting.length;
      all.hidden = waiting.length <= most;
      invitations.hidden = waiting.length === 0;
    };
    // One button accepts; to decline is behind another, and asked about.
    const invitation = (friend) => {
      const { fid, name = fid } = friend;
      const answer = (action, done, act) =>
        button("", [strings[action], unseen(` ${name}`)], (node) =>
          busy(node, async () => {
            await host.call("friends_respond", { answers: [{ fid, action }] });
            waiting = waiting.filter((one) => one !== friend);
            if (action === "accept") list.add({ ...friend, status: "friend" });
            steady(paint);
            say(strings[done](name));
            host.did(`${done} the invitation of ${name} (fid ${fid})`);
          }), { "data-act": act });
      const opener = button("icon", ["⋯", unseen(` ${strings.decline} ${name}`)], () => {}, { "data-act": "others" });
      const keep = button("plain", strings.keep, () => close());
      const panel = element("div.panel", { role: "group", "aria-label": strings.sure(name) },
        element("span.grow", strings.sure(name)), answer("decline", "declined", "others"), keep);
      const close = discloses(opener, panel, () => keep.focus());
      return person(friend, strings.invites, answer("accept", "accepted", "accept"), opener, panel);
    };
    paint();

    const tab = (title, number) => element("li.badge.quiet", title, number ? [" ", element("strong", number)] : "");
    show(
      element("header.top.user", picture(null, value.user.name ?? "?"),
        element("div.grow", words("h1", value.user.name ?? "—"), words("p.caption", value.user.text)),
        element("ul.badges", { role: "list" }, tab(strings.friends, value.badges.friends), tab(strings.chat, value.badges.chat))),
      remarks({}, meta), value.state === "noFriends" ? notice("info", strings.emptyTitle, strings.emptyText) : "", invitations,
      value.items.length || input.query ? [element("header.top", element("h2", strings.friends), list.count), list.tools, list.body] : "",
      value.skipped ? notice("warning", `${strings.skipped}${value.skipped}`) : "");
  },
});
