// Runs in the browser: shows the description that this service gives of itself, to be tried at this service.

/** Filters that are there to be chosen: a trial begins without them, not with the first of their values. */
function withoutFilters(description) {
  for (const operation of Object.values(description.paths).flatMap(Object.values)) {
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
