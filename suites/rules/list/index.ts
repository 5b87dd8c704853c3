import type { Rule } from '../rule.ts';
import { rule as carriesListMetadata } from './carries-list-metadata.rule.ts';
import { rule as everyViewListsTheSameObjects } from './every-view-lists-the-same-objects.rule.ts';
import { rule as isAListOfItsKind } from './is-a-list-of-its-kind.rule.ts';
import { rule as isAtLeastAsFreshAsTheVersionAskedFor } from './is-at-least-as-fresh-as-the-version-asked-for.rule.ts';
import { rule as itemsAreWhatGetShows } from './items-are-what-get-shows.rule.ts';
import { rule as ofNothingHasEmptyItems } from './of-nothing-has-empty-items.rule.ts';
import { rule as showsEveryObjectThatExists } from './shows-every-object-that-exists.rule.ts';
import { rule as showsNoObjectThatIsGone } from './shows-no-object-that-is-gone.rule.ts';
import { rule as showsNoObjectTwice } from './shows-no-object-twice.rule.ts';
import { rule as showsOnlyItsNamespaceAndKind } from './shows-only-its-namespace-and-kind.rule.ts';
import { rule as showsTheCurrentState } from './shows-the-current-state.rule.ts';
import { rule as takesEveryParameterOfItsSet } from './takes-every-parameter-of-its-set.rule.ts';
import { rule as typesOfItems } from './types-of-items.rule.ts';
import { rule as versionMovesWithEachWrite } from './version-moves-with-each-write.rule.ts';

export const LIST_RULES: readonly Rule[] = [
  carriesListMetadata,
  everyViewListsTheSameObjects,
  isAListOfItsKind,
  isAtLeastAsFreshAsTheVersionAskedFor,
  itemsAreWhatGetShows,
  ofNothingHasEmptyItems,
  showsEveryObjectThatExists,
  showsNoObjectThatIsGone,
  showsNoObjectTwice,
  showsOnlyItsNamespaceAndKind,
  showsTheCurrentState,
  takesEveryParameterOfItsSet,
  typesOfItems,
  versionMovesWithEachWrite,
];
