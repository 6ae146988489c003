import Composition
import FeatureKit
import HTTP
import ModuleDraft
import Runtime

/// Asks an API for the answers that a draft is made of: a few pages, of this origin alone.
struct DraftFetch {
    /// The longest file that is read, in bytes.
    static let longestFile = 32 << 20
    /// The longest answer, in bytes.
    private static let longestAnswer = 16 << 20

    let id: String
    let address: DraftAddress

    func draft() throws -> ModuleDraft {
        let loop = try EventLoop()
        let draft = try loop.result { try await fetched() }
        guard let draft else { throw Fault(.cancelled, "The call was cancelled.", hint: "") }
        return draft
    }

    private func fetched() async throws -> ModuleDraft {
        var configuration = HTTPConfiguration()
        configuration.timeout = .seconds(20)
        configuration.maxBytes = Self.longestAnswer
        configuration.maxBytesAtOnce = Self.longestAnswer
        configuration.userAgent = "galleria/\(Program.version)"
        let client = CurlHTTPClient(configuration: configuration)
        let request = try request(address.segments, address.query)
        let response: HTTPResponse
        do throws(HTTPFailure) {
            response = try await client.send(request)
        } catch {
            throw told(error)
        }
        guard (200...299).contains(response.status) else { throw refused(response.status) }
        let reading: DraftReading
        do throws(DraftRefusal) {
            reading = try DraftReading(id: id, address: address, answer: answer(response))
        } catch {
            throw Fault(.upstreamMalformed, error.sentence, hint: error.hint)
        }
        var further: [DraftAnswer] = []
        var last = request
        // A further page that does not come costs a proof and a sample, nothing else.
        while let page = reading.page(behind: further), let next = try? self.request(of: page, after: last),
            next.url != last.url, let response = try? await client.send(next), (200...299).contains(response.status)
        {
            further.append(answer(response))
            last = next
        }
        do throws(DraftRefusal) {
            return try reading.draft(further: further)
        } catch {
            throw Fault(.upstreamMalformed, error.sentence, hint: error.hint)
        }
    }

    private func answer(_ response: HTTPResponse) -> DraftAnswer {
        DraftAnswer(response.body, links: response.fields.values(named: "Link"))
    }

    private func request(_ segments: [String], _ query: [DraftAddress.Item]) throws -> HTTPRequest {
        do throws(HTTPEndpointFault) {
            return HTTPRequest(
                get: segments == [""] ? [] : segments,
                query: query.map { HTTPQueryItem(name: $0.name, value: $0.value) } + secrets,
                at: try HTTPEndpoint(parsing: address.base), secretQueryNames: Set(address.secrets.map(\.name)))
        } catch {
            throw UsageFault(error.sentence)
        }
    }

    /// - Returns: nil for a page of another origin.
    private func request(of page: FurtherPage, after last: HTTPRequest) throws -> HTTPRequest? {
        switch page {
        case .address(let reference):
            guard let target = try last.target(of: reference) else { return nil }
            return try HTTPRequest(
                .get, target: target, isBelowOrigin: true, query: secrets, at: last.endpoint,
                secretQueryNames: last.secretQueryNames)
        case .query(let query): return try request(address.segments, query)
        case .lastPart(let part): return try request(address.segments.dropLast() + [part], address.query)
        }
    }

    private var secrets: [HTTPQueryItem] { address.secrets.map { HTTPQueryItem(name: $0.name, value: $0.value) } }

    // MARK: - Failures

    private func told(_ failure: HTTPFailure) -> Fault {
        var fault = Fault(failure, module: id)
        fault.module = nil
        fault.hint =
            switch failure {
            case .redirectRefused(let target): "It leads to \(target). Give that address if the API is there."
            case .tooLarge: "Ask for fewer rows, or give a file with some of them by --sample."
            default: "Check the address, or give a file of its answer by --sample."
            }
        return fault
    }

    private func refused(_ status: Int) -> Fault {
        let hint =
            switch status {
            case 401, 403: "The API may want a key: put it into the address, such as ?apikey=…; it is written nowhere."
            case 404, 410: "Check the path of the address."
            case 300...399: "Give the address that it leads to."
            default: "Try again later, or give a file of an answer by --sample."
            }
        let isRetryable = status == 429 || status >= 500
        return Fault(
            status == 404 || status == 410 ? .notFound : isRetryable ? .upstreamUnavailable : .upstreamRejected,
            "The server answered with the status \(status).", hint: hint, retryable: isRetryable)
    }
}
