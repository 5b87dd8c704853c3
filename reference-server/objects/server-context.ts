import type { DialectChoices } from '../../spec/dialects/index.ts';
import type { Resource } from '../../spec/surface/resources.ts';
import type { ResourceStrategy, StrategyContext, StrategyRegistry } from '../resources/strategy.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from './clock.ts';
import type { Dependants } from './dependants.ts';
import type { IdSource } from './id-source.ts';
import type { RecentSpecs } from './recent-specs.ts';
import type { StoredObject } from './stored-object.ts';
import type { WatchWindow } from './watch-window.ts';

/** The dependencies of an operation on objects. */
export interface ServerContext {
  readonly store: Store<StoredObject>;
  readonly strategies: StrategyRegistry;
  readonly choices: DialectChoices;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly dependants: Dependants;
  readonly recentSpecs: RecentSpecs;
  /** Limits how far back watches may begin; `undefined`: as far back as the store keeps changes. */
  readonly watchWindow: WatchWindow | undefined;
}

/** Address of an object, whether it exists or not. */
export interface ObjectAddress {
  readonly resource: Resource;
  /** Absent on cluster-scoped kinds. */
  readonly namespace: string | undefined;
  readonly name: string;
}

export function strategyOf(context: ServerContext, resource: Resource): ResourceStrategy {
  return context.strategies[resource.kind];
}

export function strategyContext(context: ServerContext, resource: Resource): StrategyContext {
  return { resource, choices: context.choices };
}
