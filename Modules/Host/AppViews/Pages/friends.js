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
  shows: (value) => Array.isArray(value.friends) && Array.isArray(value.invitations),
  draw(value, input, result) {
    const strings = /[\u3000-\u9fff\uff00-\uffef]/.test(value.user.text) ? chinese : english;
    document.documentElement.lang = strings.lang;
    const step = 40; // friends shown at once; more by the button
    const friends = value.friends;
    let shown = step;

    const person = (friend, ...rest) =>
      element("li.row.person", { "data-id": friend.fid, "data-faults": true }, picture(null, friend.name || "?"),
        element("div.grow", {},
          element("p", {}, words("span.title", friend.name || "—"),
            friend.starred ? [" ", element("span.star", { role: "img", "aria-label": strings.starred }, "★")] : ""),
          element("p.caption", {}, rest.length ? strings.invites : friend.updatedOn ?? "—")),
        friend.status === "inviting" ? badge(strings.inviting, "badge.quiet") : "", rest);

    const list = element("ul.rows", { role: "list" });
    const more = element("button.more", { type: "button" }, strings.more);
    const heading = element("h2");
    const none = element("p.empty", {}, strings.none);
    const find = element("input", { type: "search", "aria-label": strings.search, placeholder: strings.search });
    const redraw = () => {
      const query = find.value.trim().toLowerCase();
      const found = friends.filter((friend) => friend.name.toLowerCase().includes(query));
      list.replaceChildren(...found.slice(0, shown).map((friend) => person(friend)));
      heading.textContent = `${strings.friends} ${found.length === friends.length ? found.length : `${found.length}/${friends.length}`}`;
      more.hidden = found.length <= shown;
      none.hidden = found.length > 0;
    };
    find.addEventListener("input", () => { shown = step; redraw(); });
    more.addEventListener("click", () => {
      const before = shown;
      shown += step;
      redraw();
      const next = list.children[before];
      next.tabIndex = -1;
      next.focus();
    });

    const count = element("h2");
    const waiting = element("ul.rows", { role: "list" });
    const invitations = element("section", {}, count, waiting);
    const recount = () => {
      count.textContent = `${strings.invitations} ${waiting.children.length}`;
      invitations.hidden = waiting.children.length === 0;
    };
    const invitation = (friend) => {
      const answer = (action, style) => {
        const button = element(`button.${style}`, { type: "button" }, strings[action], element("span.unseen", {}, ` ${friend.name}`));
        button.addEventListener("click", () =>
          busy(button, async () => {
            const told = (await host.call("friends_respond", { fid: friend.fid, action })).structuredContent;
            const after = row.nextElementSibling ?? row.previousElementSibling;
            row.remove();
            recount();
            (after?.querySelector("button") ?? find).focus();
            if (told.friend) friends.unshift(told.friend);
            redraw();
            say(action === "accept" ? strings.accepted : strings.declined);
            host.did(`${action === "accept" ? "accepted" : "declined"} the invitation of ${friend.name} (fid ${friend.fid})`);
          }));
        return button;
      };
      const row = person(friend, answer("accept", "primary"), answer("decline", "plain"));
      return row;
    };
    waiting.append(...value.invitations.map(invitation));
    recount();
    redraw();
    const tab = (title, number) => element("li.badge.quiet", {}, title, number ? [" ", element("strong", {}, number)] : "");
    show(
      element("header.user", {}, picture(null, value.user.name),
        element("div.grow", {}, words("h1", value.user.name), words("p.caption", value.user.text))),
      element("ul.badges", { role: "list" }, tab(strings.friends, value.badges.friends), tab(strings.chat, value.badges.chat)),
      origin(result._meta),
      value.state === "noFriends" ? notice("info", strings.emptyTitle, strings.emptyText) : "",
      invitations,
      friends.length ? [element("div.asking", { role: "search" }, find), heading, list, none, more] : "",
      value.skipped ? notice("warning", `${strings.skipped}${value.skipped}`) : "");
  },
});
