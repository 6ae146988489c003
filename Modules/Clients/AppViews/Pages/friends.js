// ui://galleria/friends: the results of friends_list, in the language that the results are in.

const chinese = {
  lang: "zh-Hant", friends: "好友", chat: "聊天", invitations: "邀請", invites: "邀請你成為好友：)", accept: "接受", decline: "拒絕",
  search: "搜尋好友", none: "找不到符合的好友。", inviting: "邀請中", more: "顯示更多", starred: "星號好友",
  emptyTitle: "就從加好友開始吧：)", emptyText: "與好友們一起用 KOKO 聊起來！還能互相收付款、發紅包唷：)",
  accepted: "已接受邀請，你們現在是好友了。", declined: "已拒絕邀請。", skipped: "無法讀取而略過的資料筆數：",
};
const english = {
  lang: "en", friends: "Friends", chat: "Chat", invitations: "Invitations", invites: "Wants to be your friend :)",
  accept: "Accept", decline: "Decline", search: "Search friends", none: "No friend matches.", inviting: "Invited",
  more: "Show more", starred: "Favourite", emptyTitle: "Start by adding a friend :)",
  emptyText: "Chat with your friends on KOKO! Pay each other and send red envelopes, too :)",
  accepted: "Accepted: you are friends now.", declined: "Declined.", skipped: "Rows left out because they can't be read: ",
};

run({
  tool: "friends_list",
  wait: "Loading friends…",
  shows: (value) => Array.isArray(value.items) && Array.isArray(value.invitations),
  draw(value, input, result) {
    const strings = /[\u3000-\u9fff\uff00-\uffef]/.test(value.user.text) ? chinese : english;
    document.documentElement.lang = strings.lang;

    const person = (friend, ...rest) =>
      element("li.row.person", { "data-id": friend.fid, "data-faults": true }, picture(null, friend.name ?? "?"),
        element("div.grow", {},
          element("p", {}, words("span.title", friend.name ?? "—"),
            friend.starred ? [" ", element("span.star", { role: "img", "aria-label": strings.starred }, "★")] : ""),
          element("p.caption", {}, rest.length ? strings.invites : friend.updatedOn ?? "—")),
        friend.status === "inviting" ? badge(strings.inviting, "badge.quiet") : "", rest);

    const list = element("ul.rows", { role: "list" });
    const more = element("button.more", { type: "button" }, strings.more);
    const heading = element("h2");
    const none = element("p.empty", {}, strings.none);
    const find = element("input", { type: "search", "aria-label": strings.search, placeholder: strings.search, value: input.query ?? "" });
    const foot = element("div.foot", { "data-faults": true }, more);
    let cursor, total;
    const retitle = () => {
      heading.textContent = `${strings.friends} ${total}`;
      more.hidden = !cursor;
      none.hidden = list.children.length > 0;
    };
    const add = (page) => {
      list.append(...page.items.map((friend) => person(friend)));
      ({ nextCursor: cursor, total } = page);
      retitle();
    };
    // The server finds, since not all friends are here. The newest words win.
    let asked = 0;
    const search = async () => {
      const turn = (asked += 1);
      const { cursor: _, ...question } = input;
      const page = (await host.call("friends_list", { ...question, query: find.value })).structuredContent;
      if (turn !== asked || !page) return;
      list.replaceChildren();
      add(page);
    };
    let pause;
    find.addEventListener("input", () => {
      clearTimeout(pause);
      pause = setTimeout(() => busy(find, search), 200);
    });
    more.addEventListener("click", () =>
      busy(more, async () => {
        const before = list.children.length;
        add((await host.call("friends_list", { cursor })).structuredContent);
        const next = list.children[before];
        if (!next) return;
        next.tabIndex = -1;
        next.focus();
      }));

    const count = element("h2");
    const waiting = element("ul.rows", { role: "list" });
    const invitations = element("section", {}, count, waiting);
    const recount = () => {
      count.textContent = `${strings.invitations} ${waiting.children.length}`;
      invitations.hidden = waiting.children.length === 0;
    };
    const invitation = (friend) => {
      const answer = (action, style) => {
        const button = element(`button.${style}`, { type: "button" }, strings[action], element("span.unseen", {}, ` ${friend.name ?? friend.fid}`));
        button.addEventListener("click", () =>
          busy(button, async () => {
            await host.call("friends_respond", { answers: [{ fid: friend.fid, action }] });
            const after = row.nextElementSibling ?? row.previousElementSibling;
            row.remove();
            recount();
            (after?.querySelector("button") ?? find).focus();
            if (action === "accept") {
              list.prepend(person({ ...friend, status: "friend" }));
              total += 1;
              retitle();
            }
            say(action === "accept" ? strings.accepted : strings.declined);
            host.did(`${action === "accept" ? "accepted" : "declined"} the invitation of ${friend.name ?? "someone"} (fid ${friend.fid})`);
          }));
        return button;
      };
      const row = person(friend, answer("accept", "primary"), answer("decline", "plain"));
      return row;
    };
    waiting.append(...value.invitations.map(invitation));
    recount();
    add(value);
    const tab = (title, number) => element("li.badge.quiet", {}, title, number ? [" ", element("strong", {}, number)] : "");
    show(
      element("header.user", {}, picture(null, value.user.name ?? "?"),
        element("div.grow", {}, words("h1", value.user.name ?? "—"), words("p.caption", value.user.text))),
      element("ul.badges", { role: "list" }, tab(strings.friends, value.badges.friends), tab(strings.chat, value.badges.chat)),
      origin(result._meta),
      value.state === "noFriends" ? notice("info", strings.emptyTitle, strings.emptyText) : "",
      invitations,
      value.items.length || input.query ? [element("div.asking", { role: "search" }, find), heading, list, none, foot] : "",
      value.skipped ? notice("warning", `${strings.skipped}${value.skipped}`) : "");
  },
});
