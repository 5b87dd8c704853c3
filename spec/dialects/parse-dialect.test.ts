import { describe, expect, it } from 'vitest';
import { CLAUSES } from '../clauses/index.ts';
import { KUBERNETES_1_7, QUESTIONS, SPEC, chooseDialect, dialectNamed, parseDialect } from './index.ts';

describe('dialects', () => {
  it('are found by name', () => {
    expect(dialectNamed('spec')).toBe(SPEC);
    expect(dialectNamed('kubernetes-1.7')).toBe(KUBERNETES_1_7);
    expect(dialectNamed('constructor')).toBeUndefined();
  });

  it('choose for each question one of its choices', () => {
    for (const dialect of [SPEC, KUBERNETES_1_7]) {
      for (const [id, question] of Object.entries(QUESTIONS)) {
        expect(Object.keys(question.answers)).toContain(dialect.choices[id as keyof typeof QUESTIONS]);
      }
    }
  });

  it('have questions that are filed under their own ids and cite clauses that exist', () => {
    const known = new Set(CLAUSES.map(({ id }) => id));
    const cited = Object.values(QUESTIONS).flatMap((question): readonly string[] => question.about);
    expect(cited.filter((id) => !known.has(id))).toEqual([]);
    expect(
      Object.entries(QUESTIONS).filter(
        ([id, question]) => id !== question.id || (question.about as readonly string[]).length === 0,
      ),
    ).toEqual([]);
  });
});

describe('a dialect file', () => {
  it('changes the choices that it lists and takes the rest from its base', () => {
    const dialect = parseDialect({
      name: 'ours',
      extends: 'kubernetes-1.7',
      answers: { 'create.status': 200, 'parameters.booleans': true },
    });
    expect(dialect.choices).toEqual({
      ...KUBERNETES_1_7.choices,
      'create.status': '200',
      'parameters.booleans': 'true',
    });
    expect(parseDialect({ name: 'ours' }).choices).toEqual(SPEC.choices);
  });

  it.each([
    [[], 'a dialect must be a JSON object, not an array'],
    [{ answers: {} }, `needs a member 'name'`],
    [{ name: 'x', answer: {} }, `no member 'answer' - did you mean 'answers'?`],
    [
      { name: 'x', extends: 'kubernetes-1.8' },
      `'extends' names no dialect: 'kubernetes-1.8' - did you mean 'kubernetes-1.7'?`,
    ],
    [{ name: 'x', extends: 'openshift' }, `it can be spec, kubernetes-1.7`],
    [{ name: 'x', answers: { 'creat.status': '200' } }, `no question 'creat.status' - did you mean 'create.status'?`],
    [{ name: 'x', answers: { 'create.status': '202' } }, `'create.status' has no choice '202'`],
    [{ name: 'x', answers: { 'create.status': [200] } }, 'must be a string, not [200]; it can be 200, 201'],
    [JSON.parse('{"name":"x","answers":{"__proto__":"200"}}'), `no question '__proto__'`],
    [{ name: 'x', answers: { constructor: '200' } }, `no question 'constructor'`],
  ])('is refused in one line that names the mistake: %j', (file, message) => {
    expect(() => parseDialect(file)).toThrow(message);
  });
});

describe('a chosen dialect', () => {
  const files: Readonly<Record<string, string>> = {
    'ours.yaml': 'name: ours\nextends: kubernetes-1.7\nanswers:\n  create.status: 200\n',
    'ours.json': '{"name": "ours", "answers": {"create.status": "201"}}',
    'bad.yml': 'name: [',
    'bad.json': '{"name": ',
    'wrong.json': '{"name": "x", "answers": {"creat.status": "200"}}',
  };
  const read = (path: string): string => (Object.hasOwn(files, path) ? files[path] : undefined) ?? missing(path);

  it('is found by its name, or is read from the file, in either syntax', () => {
    expect(chooseDialect('spec', read)).toBe(SPEC);
    expect(chooseDialect('ours.yaml', read)).toMatchObject({
      name: 'ours',
      choices: { ...KUBERNETES_1_7.choices, 'create.status': '200' },
    });
    expect(chooseDialect('ours.json', read).choices).toEqual({ ...SPEC.choices, 'create.status': '201' });
  });

  it.each([
    ['bad.yml', 'bad.yml: '],
    ['bad.json', 'bad.json: '],
    ['wrong.json', `wrong.json: there is no question 'creat.status' - did you mean 'create.status'?`],
    [
      'kubernetes-1.8',
      `'kubernetes-1.8' is neither a dialect (spec, kubernetes-1.7) nor a file that can be read - did you mean 'kubernetes-1.7'?`,
    ],
    ['__proto__', `'__proto__' is neither a dialect`],
  ])('is refused in one line that names %s', (name, message) => {
    expect(() => chooseDialect(name, read)).toThrow(message);
    expect(() => chooseDialect(name, read)).not.toThrow(/\n/);
  });
});

function missing(path: string): never {
  throw new Error(`there is no ${path}`);
}
