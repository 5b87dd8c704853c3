import { describe, expect, it } from 'vitest';
import { KUBERNETES_1_7, type QuestionId, QUESTIONS, SPEC } from './index.ts';
import { REAL_DIFFERENCES } from './real-differences.ts';

const questions = Object.keys(QUESTIONS) as QuestionId[];
const asked = new Set(REAL_DIFFERENCES.flatMap((difference) => difference.questions ?? []));

describe('a measured difference of the real system', () => {
  it('has a unique id', () => {
    expect(new Set(REAL_DIFFERENCES.map(({ id }) => id)).size).toBe(REAL_DIFFERENCES.length);
  });

  it('belongs to questions or has a reason to need none, never both', () => {
    for (const { id, questions: own = [], unasked } of REAL_DIFFERENCES)
      expect([id, own.length > 0]).toEqual([id, unasked === undefined]);
  });

  it('names existing questions', () => {
    expect([...asked].filter((id) => !questions.includes(id))).toEqual([]);
  });

  it('exists for every choice in which the dialects differ', () => {
    expect(questions.filter((id) => SPEC.choices[id] !== KUBERNETES_1_7.choices[id] && !asked.has(id))).toEqual([]);
  });
});
