import type { Level } from '../../../shared/verdict-log/verdict-log.ts';
import { CLAUSES, endpointClauseId } from '../../../spec/clauses/index.ts';
import type { Operation } from '../../../spec/surface/operations.ts';
import { type ResourceId, RESOURCES } from '../../../spec/surface/resources.ts';
import { RULES } from '../../rules/index.ts';
import type { Rule } from '../../rules/rule.ts';
import { SELECTION_FLAGS } from './config-settings.ts';
import { didYouMean } from './did-you-mean.ts';
import type { ConformanceFlags } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** The user's selection; an absent member selects everything. */
export interface RuleSelection {
  /**
   * Rule ids, families, or globs over ids (`*` stands for any text). A pattern that begins with `!` excludes its
   * rules.
   */
  readonly rules?: readonly string[];
  /** Ids of clauses, or the beginnings of ids before a dot: `semantics.1` stands for `semantics.1.2` too. */
  readonly clauses?: readonly string[];
  readonly levels?: readonly Level[];
  /** Plurals (`pods`) or kinds (`Pod`), in any case. */
  readonly kinds?: readonly string[];
}

/** A rule and its selected operations. */
export interface Selected {
  readonly rule: Rule;
  readonly operations: readonly Operation[];
}

/** The selection of a command line's flags. Throws a `UsageError`, also if nothing is left. */
export function selectedBy({
  rules,
  clause,
  level,
  kinds,
}: Pick<ConformanceFlags, 'rules' | 'clause' | 'level' | 'kinds'>): Selected[] {
  const selected = select(RULES, {
    ...(rules === undefined ? {} : { rules }),
    ...(clause === undefined ? {} : { clauses: clause }),
    ...(level === undefined ? {} : { levels: level }),
    ...(kinds === undefined ? {} : { kinds }),
  });
  if (selected.length === 0)
    throw new UsageError(`no rule was selected: ${SELECTION_FLAGS} together leave none (--list shows what each would)`);
  return selected;
}

/** The selected rules and operations. A pattern or kind that matches nothing is a `UsageError`. */
export function select(rules: readonly Rule[], selection: RuleSelection): Selected[] {
  const isWanted = ruleFilter(rules, selection.rules ?? []);
  const isOfClause = clauseFilter(rules, selection.clauses);
  const kinds = resourcesOf(selection.kinds);
  return rules
    .filter(isWanted)
    .filter((rule) => selection.levels?.includes(rule.level) ?? true)
    .map((rule) => ({
      rule,
      operations: rule.operations.filter((operation) => isOf(kinds, operation) && isOfClause(rule, operation)),
    }))
    .filter(({ operations }) => operations.length > 0);
}

/**
 * Whether patterns select a rule, in any order. A pattern that matches no rule is a `UsageError`.
 *
 *     watch,!watch/slow-*   the rules of watch without watch/slow-*
 *     !control-loops        every rule without those of control-loops
 */
function ruleFilter(rules: readonly Rule[], patterns: readonly string[]): (rule: Rule) => boolean {
  for (const pattern of patterns) {
    const wanted = pattern.replace(/^!/, '');
    if (!rules.some(({ id }) => matches(wanted, id)))
      throw new UsageError(`--rules: no rule matches '${pattern}'; ${didYouMean(wanted, rules)}`);
  }
  const excluded = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const included = patterns.filter((pattern) => !pattern.startsWith('!'));
  const isAmong = (names: readonly string[], id: string): boolean => names.some((pattern) => matches(pattern, id));
  return ({ id }) => (included.length === 0 || isAmong(included, id)) && !isAmong(excluded, id);
}

/**
 * Whether a rule judges one of the clauses on an operation. Rules cite clauses; every rule on an endpoint's
 * operation judges the clause of that endpoint. A clause that does not exist, or that no rule judges, is a
 * `UsageError`.
 */
function clauseFilter(
  rules: readonly Rule[],
  clauses: readonly string[] | undefined,
): (rule: Rule, operation: Operation) => boolean {
  if (clauses === undefined) return () => true;
  const judges = (wanted: readonly string[], rule: Rule, operation: Operation): boolean =>
    [...rule.cites, endpointClauseId(operation)].some((id) => wanted.some((clause) => isBelow(clause, id)));
  for (const clause of clauses) {
    const meant = CLAUSES.filter(({ id }) => isBelow(clause, id));
    if (meant.length === 0)
      throw new UsageError(
        `--clause: the document has no clause '${clause}'. docs/coverage.md lists all, as in semantics.1.`,
      );
    if (!rules.some((rule) => rule.operations.some((operation) => judges([clause], rule, operation))))
      throw new UsageError(`--clause: no rule judges '${clause}': ${meant[0]?.unobservable ?? 'it binds no server'}`);
  }
  return (rule, operation) => judges(clauses, rule, operation);
}

function isBelow(clause: string, id: string): boolean {
  return id === clause || id.startsWith(`${clause}.`);
}

function matches(pattern: string, id: string): boolean {
  if (!pattern.includes('*')) return pattern === id || id.startsWith(`${pattern}/`);
  const parts = pattern.split('*');
  const last = parts.pop() ?? '';
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const found = id.indexOf(part, from);
    if (found === -1 || (index === 0 && found !== 0)) return false;
    from = found + part.length;
  }
  return id.length - last.length >= from && id.endsWith(last);
}

/**
 * The resources with these plurals and kinds, in every group-version; `undefined` for all. An unknown name is a
 * `UsageError`.
 */
export function resourcesOf(kinds: readonly string[] | undefined): readonly ResourceId[] | undefined {
  if (kinds === undefined) return undefined;
  const plurals = new Set(kinds.map(pluralOf));
  return RESOURCES.filter(({ plural }) => plurals.has(plural)).map(({ id }) => id);
}

function isOf(kinds: readonly ResourceId[] | undefined, { resource }: Operation): boolean {
  return kinds === undefined || resource === undefined || kinds.includes(resource);
}

function pluralOf(name: string): string {
  const wanted = name.toLowerCase();
  const resource = RESOURCES.find(({ plural, kind }) => plural === wanted || kind.toLowerCase() === wanted);
  if (resource !== undefined) return resource.plural;
  const known = [...new Set(RESOURCES.map(({ plural }) => plural))].join(', ');
  throw new UsageError(`--kinds: no kind '${name}' in the document; there are ${known}`);
}
