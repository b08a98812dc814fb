import type { Scenarios } from '../../scenario.ts';

export const accountScenarios: Scenarios = { 'GET /health': {} };
