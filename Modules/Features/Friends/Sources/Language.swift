import Settings

/// The languages of this module's own words.
enum Language: String, Sendable, CaseIterable {
    case traditionalChinese = "zh-Hant"
    case english = "en"

    static let setting = SettingKey(
        "modules.friends.language", .oneOf(Language.self), default: .traditionalChinese,
        "The language of this module's own words.")

    /// Words that people read, by the English ones; the original's words where it had any.
    var words: [String: String] {
        switch self {
        case .english:
            [
                "No people.": "Start by adding a friend :) Chat with your friends on KOKO! "
                    + "Pay each other and send red envelopes, too :)",
                "No people match.": "No friend matches.", "People": "Friends, and people asked",
                "1 friends": "1 friend", "1 invitations open": "1 invitation open",
                "friend": "Friend", "inviting": "Invited", "invited": "Wants to be your friend :)",
            ]
        case .traditionalChinese:
            [
                "KOKO friends": "KOKO 好友", "KOKO ID: ": "KOKO ID：", "Set a KOKO ID": "設定 KOKO ID", "user": "使用者",
                "people": "人數", "% friends": "好友 % 人", "% asked and waiting": "邀請中 % 人",
                "% invitations open": "待回覆的邀請 % 個", ", ": "，",
                "chat messages": "聊天訊息", "left out": "無法讀取而略過的資料筆數",
                "invitations": "邀請", "No invitations.": "沒有邀請。",
                "No invitations match; there are %.": "沒有符合的邀請；待回覆的邀請共 % 個。", "People": "好友與邀請中", "friends": "好友",
                "name": "姓名", "no name": "沒有姓名",
                "status": "狀態", "friend": "好友", "inviting": "邀請中", "invited": "邀請你成為好友：)", "updated on": "更新日",
                "No people.": "就從加好友開始吧：) 與好友們一起用 KOKO 聊起來！還能互相收付款、發紅包唷：)",
                "No people match.": "找不到符合的好友。", "find": "搜尋", "sorted by": "排序：", "descending": "由大到小",
                "not": "非", "Loading…": "載入中…",
                "Send retry to try again.": "重新整理即可再試一次。", "Answers": "已回覆邀請", "answers": "回覆", "action": "動作",
                "accept": "接受", "decline": "拒絕", "Accept": "接受", "Decline": "拒絕", "Forget answers": "撤回回覆",
                "Decline this invitation?": "確定要拒絕這個好友邀請嗎？",
                "Take back answers? The invitations are open again.": "確定要撤回回覆嗎？邀請會重新開啟。",
                "Decline these invitations? fid: ": "確定要拒絕這些好友邀請嗎？ fid：",
            ]
        }
    }
}
