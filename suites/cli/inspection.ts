import type { NamedDialect } from '../../spec/dialects/index.ts';
import { RULES, ruleById } from '../rules/index.ts';
import { chooseDialect } from './settings/choose-dialect.ts';
import { explanation, listing, readingsOf, summaryOf } from './describe.ts';
import { didYouMean } from './settings/did-you-mean.ts';
import type { ConformanceFlags } from './settings/flags.ts';
import { pairsOf } from './intent.ts';
import { planOf, planRole, planText } from './plan/plan.ts';
import { resourcesOf, type Selected, selectedBy } from './settings/selection.ts';
import { UsageError } from './settings/usage-error.ts';

/** The output of `--list`, `--plan` or `--explain`. Throws a `UsageError`. */
export function inspection(flags: ConformanceFlags): string {
  const dialect = chooseDialect(flags.dialect);
  const asJson = flags.json === true;
  if (flags.explain !== undefined) return explain(flags.explain, dialect, asJson);
  const selected = selectedBy(flags);
  return flags.list === true ? list(selected, dialect, asJson) : plan(flags, dialect, selected);
}

/** The plan of a run with these flags; without a seed, with seed 0. */
function plan(flags: ConformanceFlags, { choices }: NamedDialect, selected: readonly Selected[]): string {
  const seed = typeof flags.seed === 'number' ? flags.seed : 0;
  const kinds = resourcesOf(flags.kinds);
  const requests = planOf(pairsOf(selected, seed, flags.runs), {
    choices,
    seed,
    runs: flags.runs,
    ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
    ...(kinds === undefined ? {} : { kinds }),
    ...(flags.shard === undefined ? {} : { shard: flags.shard }),
  });
  if (flags.rbac === true) return planRole(requests, flags.namespace);
  return flags.json === true
    ? json(
        requests.map(({ operation, ...request }) => ({
          ...request,
          ...(operation === undefined ? {} : { operation: operation.id }),
        })),
      )
    : planText(requests);
}

function list(selected: readonly Selected[], dialect: NamedDialect, asJson: boolean): string {
  return asJson
    ? json(selected.map(({ rule }) => ({ ...summaryOf(rule), readings: readingsOf(rule, dialect) })))
    : listing(selected, dialect);
}

function explain(id: string, dialect: NamedDialect, asJson: boolean): string {
  const found = ruleById(id);
  if (found === undefined) throw new UsageError(`--explain: no rule '${id}'; ${didYouMean(id, RULES)}`);
  return asJson
    ? json({
        ...summaryOf(found),
        readings: readingsOf(found, dialect),
        operations: found.operations.map((operation) => operation.id),
      })
    : explanation(found, dialect);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
