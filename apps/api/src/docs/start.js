// Runs in the browser: renders the OpenAPI document of this service; requests go to this service.

/**
 * Disables optional query parameters until the reader enables them. The page writes input into the parameter object, so
 * every operation gets its own copy of shared parameters.
 */
function withoutFilters(description) {
  const shared = description.components.parameters;
  for (const operation of Object.values(description.paths).flatMap(Object.values)) {
    operation.parameters = operation.parameters?.map((one) =>
      one.$ref ? structuredClone(shared[one.$ref.split('/').at(-1)]) : one,
    );
    for (const parameter of operation.parameters ?? []) {
      if (parameter.in !== 'query' || parameter.required) continue;
      parameter.examples = { default: { value: parameter.schema.default ?? '', 'x-disabled': true } };
    }
  }
  return description;
}

async function start() {
  const response = await fetch('docs.json');
  window.Scalar.createApiReference('#reference', {
    content: withoutFilters(await response.json()),
    servers: [{ url: new URL('.', location.href).href.replace(/\/$/, ''), description: 'This service' }],
    authentication: { preferredSecurityScheme: 'bearer' },
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true, hideAddApi: true },
    mcp: { disabled: true },
    operationTitleSource: 'summary',
  });
}

await start();
