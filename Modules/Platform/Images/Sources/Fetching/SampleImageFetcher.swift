import DiskCache
package import HTTP

/// The end of the data mode `sample`: a picture for every URL, made from the URL.
package struct SampleImageFetcher: ImageFetcher {
    package init() {}

    package func fetch(
        _ address: ImageAddress, unless validators: HTTPValidators
    ) async throws(ImageFailure) -> HTTPResponse {
        try ImageLibrary.libcrypto.load()
        let seed = SHA256.digest(address.text.utf8) ?? []
        let digest = SHA256.hexadecimal(address.text.utf8) ?? ""
        let tag = "\"\(digest)\""
        var fields: [HTTPField] = []
        for (name, value) in [("Content-Type", "image/png"), ("ETag", tag)] {
            if let field = try? HTTPField(name: name, value: value) { fields.append(field) }
        }
        if validators.entityTag == tag { return HTTPResponse(status: 304, fields: fields, source: .sample) }
        guard let picture = try SamplePicture(seed: seed).encoded() else {
            throw .libraryMissing(.libpng, detail: "it can't encode a picture")
        }
        return HTTPResponse(status: 200, fields: fields, body: picture, source: .sample)
    }
}
