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
        EndpointParameter(item: ParameterItem(in: .query, named: name, style: style)) { value($0).parameterValue }
    }

    /// A query item with a fixed value.
    public static func query<Value: ParameterRepresentable>(
        _ name: String,
        value: Value,
        style: ParameterStyle = .standard
    ) -> EndpointParameter {
        let constant = value.parameterValue
        return EndpointParameter(item: ParameterItem(in: .query, named: name, style: style)) { _ in constant }
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
        EndpointParameter(item: ParameterItem(in: .form, named: name, style: style)) { value($0).parameterValue }
    }

    /// A form field with a fixed value.
    public static func form<Value: ParameterRepresentable>(
        _ name: String,
        value: Value,
        style: ParameterStyle = .standard
    ) -> EndpointParameter {
        let constant = value.parameterValue
        return EndpointParameter(item: ParameterItem(in: .form, named: name, style: style)) { _ in constant }
    }
}
