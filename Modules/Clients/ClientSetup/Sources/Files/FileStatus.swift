import Glibc

/// Identity of the file that was read, and the attributes that its successor must keep.
struct FileStatus: Sendable, Equatable {
    let device: UInt
    let node: UInt
    let size: Int
    let changedSeconds: Int
    let changedNanoseconds: Int
    let fullMode: UInt32
    /// Hard links.
    var names: UInt
    let owner: UInt32
    let group: UInt32

    var mode: UInt32 { fullMode & 0o7777 }
    var isFile: Bool { fullMode & S_IFMT == S_IFREG }

    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init?(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt(status.st_dev)
        node = UInt(status.st_ino)
        size = Int(status.st_size)
        changedSeconds = Int(status.st_mtim.tv_sec)
        changedNanoseconds = Int(status.st_mtim.tv_nsec)
        fullMode = status.st_mode
        names = UInt(status.st_nlink)
        owner = status.st_uid
        group = status.st_gid
    }
}
