import type { Client } from '@wfp/testing';

let counter = 0;

export interface CreatedCategory {
  id: number;
  name: string;
  code: string;
  parent_id: number | null;
  position: number;
}

export function createCategoryFixtures(by: Client) {
  const post = async (path: string, body: object) => {
    const answer = await by.call('POST', path, body);
    if (answer.status !== 201)
      throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    /** Creates a category for initiatives with a code of its own. */
    category: (name: string, fields: object = {}): Promise<CreatedCategory> => {
      counter += 1;
      return post('/categories', { applies_to: 'initiative', name, code: `code-${counter}`, ...fields });
    },
    initiative: async (fields: object = {}): Promise<{ id: number; category_id: number | null }> => {
      counter += 1;
      const person = { first_name: 'Ida', last_name: `No ${counter}`, hire_date: '2024-01-01' };
      const { id: owner_employee_id } = await post('/employees', person);
      return post('/initiatives', { name: `Initiative ${counter}`, owner_employee_id, ...fields });
    },
    /** The tree as `name [children]`. */
    tree: async (query = ''): Promise<string> => {
      const { body } = await by.call('GET', `/categories/tree${query}`);
      return describe(body.data);
    },
  };
}

interface Node {
  name: string;
  children: Node[];
}

const describe = (nodes: Node[]): string =>
  nodes
    .map(({ name, children }) => (children.length > 0 ? `${name} [${describe(children)}]` : name))
    .join(', ');
