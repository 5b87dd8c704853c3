import { describe, expect, it } from 'vitest';
import { storedFailures } from '../self-tests/spec-failures/stored-failures.ts';
import { RULES } from '../rules/index.ts';
import { likelyDialect } from './likely-dialect.ts';

const OF_THE_REAL = storedFailures().failures.map(({ rule }) => rule);
const OTHERS = RULES.map(({ id }) => id).filter((id) => !OF_THE_REAL.includes(id));

describe('the likely dialect of a target', () => {
  it('is kubernetes-1.7 if most of its failed rules fail for kube-apiserver 1.7.5', () => {
    expect(likelyDialect([...OF_THE_REAL, ...OTHERS.slice(0, 5)])).toMatch(
      /^\d+ of \d+ failed rules .*--dialect kubernetes-1\.7/,
    );
  });

  it('is not guessed from a few rules', () => {
    expect(likelyDialect(OF_THE_REAL.slice(0, 9))).toBeUndefined();
  });

  it('is not guessed if most failed rules are others', () => {
    expect(likelyDialect([...OF_THE_REAL.slice(0, 12), ...OTHERS.slice(0, 30)])).toBeUndefined();
  });
});
