import { expect, it } from 'vitest';
import { clauseOf } from './clause-of.ts';

const clauses = [
  { id: 'first', statement: '`activeDeadlineSeconds`: It is positive.' },
  { id: 'containers', statement: '`containers`: They are required.' },
  { id: 'name', statement: '`name`: It is a DNS_LABEL.' },
  { id: 'tty', statement: '`tty`: It needs stdin to be true.' },
];

it.each([
  ['a create with containers[*].name "c" and "a" is refused', 'name'],
  ['a create with tty true is refused', 'tty'],
  ['a PUT with activeDeadlineSeconds 0 is refused', 'first'],
  ['success, whatever the name', 'first'],
])('finds the clause about the member: %s', (expected, id) => {
  expect(clauseOf({ clauses }, { expected })?.id).toBe(id);
});
