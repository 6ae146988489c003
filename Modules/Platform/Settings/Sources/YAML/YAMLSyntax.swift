extension YAMLSyntaxFault {
    /// The fault at the place a reader should look: at a tab when a tab is to blame, where quotes were opened that are
    /// never closed, or a bracket that is not closed on its line, at the line that lacks its colon, else where
    /// libyaml stopped.
    func located(in source: SourceText) -> LocatedYAMLFault {
        if isOutOfMemory { return LocatedYAMLFault(fault: .outOfMemory, span: 0..<0) }
        let place = source.position(of: offset)
        let line = source.scalars(ofLine: place.line)
        if problem.hasPrefix("found a tab character") || problem == "found character that cannot start any token",
            let column = line.indices.first(where: { $0 >= place.column - 1 && line[$0] == "\t" })
                ?? line.prefix(max(place.column - 1, 0)).lastIndex(of: "\t"),
            column == place.column - 1 || problem.hasPrefix("found a tab character")
        {
            let offset = source.firstScalar(ofLine: place.line) + column
            return LocatedYAMLFault(fault: .tab, span: offset..<offset + 1)
        }
        let begins = problem == "could not find expected ':'" || problem.hasPrefix("found unexpected end of stream")
        let unclosed =
            problem.hasPrefix("did not find expected ','")
            && source.position(of: contextOffset ?? offset).line != place.line
        let start = (begins || unclosed ? contextOffset : nil) ?? offset
        return LocatedYAMLFault(fault: fault, span: start..<start + 1)
    }

    private var fault: YAMLFault {
        problem == "found undefined tag handle" ? .unknownTag("!") : .syntax(problem)
    }
}
