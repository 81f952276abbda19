/// One parameter of an endpoint: a query item or a form field.
public struct EndpointParameter<Root>: Sendable {
    let item: ParameterItem
    let value: @Sendable (Root) -> ParameterValue

    /// A query item that is read from the endpoint; nil leaves it out, an empty text is sent as `name=`.
    ///
    /// - Parameters:
    ///   - name: the item's name, escaped like a value.
    ///   - value: the endpoint's property, usually a key path.
    ///   - style: how arrays, truth values and dates are written.
    public static func query<Value: ParameterRepresentable>(
        _ name: String,
        _ value: @escaping @Sendable (Root) -> Value,
        style: ParameterStyle = .standard
    ) -> EndpointParameter {
        reading(value, for: ParameterItem(in: .query, named: name, style: style))
    }

    /// A query item with a fixed value.
    ///
    /// - Parameters:
    ///   - name: the item's name, escaped like a value.
    ///   - value: the value of every request.
    ///   - style: how arrays, truth values and dates are written.
    public static func query<Value: ParameterRepresentable>(
        constant name: String,
        _ value: Value,
        style: ParameterStyle = .standard
    ) -> EndpointParameter {
        constant(value, for: ParameterItem(in: .query, named: name, style: style))
    }

    /// A field of an `application/x-www-form-urlencoded` body that is read from the endpoint; nil leaves it out.
    ///
    /// - Parameters:
    ///   - name: the field's name, escaped like a value.
    ///   - value: the endpoint's property, usually a key path.
    ///   - style: how arrays, truth values and dates are written.
    public static func form<Value: ParameterRepresentable>(
        _ name: String,
        _ value: @escaping @Sendable (Root) -> Value,
        style: ParameterStyle = .standard
    ) -> EndpointParameter {
        reading(value, for: ParameterItem(in: .form, named: name, style: style))
    }

    /// A form field with a fixed value.
    ///
    /// - Parameters:
    ///   - name: the field's name, escaped like a value.
    ///   - value: the value of every request.
    ///   - style: how arrays, truth values and dates are written.
    public static func form<Value: ParameterRepresentable>(
        constant name: String,
        _ value: Value,
        style: ParameterStyle = .standard
    ) -> EndpointParameter {
        constant(value, for: ParameterItem(in: .form, named: name, style: style))
    }

    private static func reading(
        _ value: @escaping @Sendable (Root) -> some ParameterRepresentable, for item: ParameterItem
    ) -> EndpointParameter {
        EndpointParameter(item: item) { value($0).parameterValue }
    }

    private static func constant(_ value: some ParameterRepresentable, for item: ParameterItem) -> EndpointParameter {
        let constant = value.parameterValue
        return EndpointParameter(item: item) { _ in constant }
    }
}

// The compiler names a misspelt member of a key path, "value of type … has no member …", only where it finds a function
// that takes a key path. A literal that is spelt right never chooses it: it fits the functions above better.
extension EndpointParameter {
    /// A query item that is read through a key path; nil leaves it out, an empty text is sent as `name=`.
    @_disfavoredOverload
    public static func query<Value: ParameterRepresentable>(
        _ name: String,
        _ keyPath: any KeyPath<Root, Value> & Sendable,
        style: ParameterStyle = .standard
    ) -> EndpointParameter {
        query(name, { $0[keyPath: keyPath] }, style: style)
    }

    /// A form field that is read through a key path; nil leaves it out.
    @_disfavoredOverload
    public static func form<Value: ParameterRepresentable>(
        _ name: String,
        _ keyPath: any KeyPath<Root, Value> & Sendable,
        style: ParameterStyle = .standard
    ) -> EndpointParameter {
        form(name, { $0[keyPath: keyPath] }, style: style)
    }
}

extension EndpointParameter {
    /// A query item with a fixed value.
    @available(*, deprecated, renamed: "query(constant:_:style:)")
    public static func query<Value: ParameterRepresentable>(
        _ name: String,
        value: Value,
        style: ParameterStyle = .standard
    ) -> EndpointParameter {
        query(constant: name, value, style: style)
    }

    /// A form field with a fixed value.
    @available(*, deprecated, renamed: "form(constant:_:style:)")
    public static func form<Value: ParameterRepresentable>(
        _ name: String,
        value: Value,
        style: ParameterStyle = .standard
    ) -> EndpointParameter {
        form(constant: name, value, style: style)
    }
}
