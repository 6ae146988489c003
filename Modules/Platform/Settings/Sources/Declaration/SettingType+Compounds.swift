extension SettingType {
    /// A sequence of `count` elements of one type. A later layer replaces it whole.
    package static func list<Element: Sendable>(
        of element: SettingType<Element>, count: ClosedRange<Int> = 0...1000
    ) -> Self where Value == [Element] {
        let shape = SettingShape.list(of: element.shape, count: count)
        return Self(
            shape,
            read: { node, context, faults in
                guard case .sequence(let items) = node.content else {
                    faults.append(ValueFault(.wrong, shape, node))
                    return nil
                }
                guard count.contains(items.count) else {
                    faults.append(ValueFault(.outOfRange, shape, node))
                    return nil
                }
                var values: [Element] = []
                for (index, item) in items.enumerated() {
                    let known = faults.count
                    if let value = element.read(item, context, &faults) { values.append(value) }
                    for new in known..<faults.count { faults[new].item = index }
                }
                return values.count == items.count ? values : nil
            },
            write: { "[\($0.map(element.write).joined(separator: ", "))]" })
    }

    /// A value or null; null in a later layer takes an earlier one's value away.
    package static func optional<Wrapped: Sendable>(of wrapped: SettingType<Wrapped>) -> Self
    where Value == Wrapped? {
        Self(
            .optional(wrapped.shape),
            read: { node, context, faults in
                if case .scalar(let scalar) = node.content, scalar.value == .null { return .some(nil) }
                return wrapped.read(node, context, &faults).map { .some($0) }
            },
            write: { $0.map(wrapped.write) ?? "null" })
    }

    /// A value of a setting that other declarations of its kind may leave without one; null is wrong here.
    package static func required<Wrapped: Sendable>(of wrapped: SettingType<Wrapped>) -> Self
    where Value == Wrapped? {
        Self(
            wrapped.shape,
            read: { node, context, faults in wrapped.read(node, context, &faults).map { .some($0) } },
            write: { $0.map(wrapped.write) ?? "null" })
    }
}
