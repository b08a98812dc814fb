// Runs in the browser: shows the description that this service gives of itself, to be tried at this service.

/**
 * Switches optional filters off until the reader chooses them. The page writes what a reader enters into the parameter, so
 * each operation gets a copy of the parameters that it shares with others.
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
  const answer = await fetch('docs.json');
  window.Scalar.createApiReference('#reference', {
    content: withoutFilters(await answer.json()),
    servers: [{ url: new URL('.', location.href).href.replace(/\/$/, ''), description: 'This service' }],
    authentication: { preferredSecurityScheme: 'bearer' },
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true, hideAddApi: true },
    mcp: { disabled: true },
    operationTitleSource: 'path',
  });
}

await start();
