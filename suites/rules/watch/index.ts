import type { Rule } from '../rule.ts';
import { rule as addsUpToWhatIsThere } from './adds-up-to-what-is-there.rule.ts';
import { rule as answersAStream } from './answers-a-stream.rule.ts';
import { rule as appearanceIsAdded } from './appearance-is-added.rule.ts';
import { rule as carriesFullObjects } from './carries-full-objects.rule.ts';
import { rule as carriesTheObjectAsOfTheEvent } from './carries-the-object-as-of-the-event.rule.ts';
import { rule as endsAtItsTimeout } from './ends-at-its-timeout.rule.ts';
import { rule as fieldSelectorRestricts } from './field-selector-restricts.rule.ts';
import { rule as formOfItsStream } from './form-of-its-stream.rule.ts';
import { rule as fromVersionsThatAreNoMoment } from './from-versions-that-are-no-moment.rule.ts';
import { rule as goesOnAlikeHoweverLongItIsOpen } from './goes-on-alike-however-long-it-is-open.rule.ts';
import { rule as goesOnTheSameFromEachEvent } from './goes-on-the-same-from-each-event.rule.ts';
import { rule as goesOnWhereATimeoutEndedIt } from './goes-on-where-a-timeout-ended-it.rule.ts';
import { rule as keepsUpWithParallelWriters } from './keeps-up-with-parallel-writers.rule.ts';
import { rule as losesNothingWhileItOpens } from './loses-nothing-while-it-opens.rule.ts';
import { rule as missesNothing } from './misses-nothing.rule.ts';
import { rule as namesOfItsTypes } from './names-of-its-types.rule.ts';
import { rule as objectThatStartsToMatchAppears } from './object-that-starts-to-match-appears.rule.ts';
import { rule as objectThatStopsMatchingIsRemoved } from './object-that-stops-matching-is-removed.rule.ts';
import { rule as ofAllNamespacesTellsOfEach } from './of-all-namespaces-tells-of-each.rule.ts';
import { rule as ofOneObjectTellsOfItAlone } from './of-one-object-tells-of-it-alone.rule.ts';
import { rule as oldVersionIsServedWholeOrRefused } from './old-version-is-served-whole-or-refused.rule.ts';
import { rule as outlivesOthersThatHangUp } from './outlives-others-that-hang-up.rule.ts';
import { rule as removalOfASelectedObjectIsTold } from './removal-of-a-selected-object-is-told.rule.ts';
import { rule as resumesAfterAnyEvent } from './resumes-after-any-event.rule.ts';
import { rule as selectorShowsOnlyWhatMatches } from './selector-shows-only-what-matches.rule.ts';
import { rule as slowReaderLosesNothing } from './slow-reader-loses-nothing.rule.ts';
import { rule as startsAfterItsVersion } from './starts-after-its-version.rule.ts';
import { rule as staysOpenForChanges } from './stays-open-for-changes.rule.ts';
import { rule as streamTypeIsAccepted } from './stream-type-is-accepted.rule.ts';
import { rule as takesEveryParameterOfItsSet } from './takes-every-parameter-of-its-set.rule.ts';
import { rule as tellsChangesInOrder } from './tells-changes-in-order.rule.ts';
import { rule as tellsNothingOfOtherNamespaces } from './tells-nothing-of-other-namespaces.rule.ts';
import { rule as tellsNothingTwice } from './tells-nothing-twice.rule.ts';
import { rule as tellsRemovals } from './tells-removals.rule.ts';
import { rule as typesAreConsistent } from './types-are-consistent.rule.ts';
import { rule as watchesAgreeOnTheOrder } from './watches-agree-on-the-order.rule.ts';
import { rule as withoutVersionStartsWithWhatExists } from './without-version-starts-with-what-exists.rule.ts';

export const WATCH_RULES: readonly Rule[] = [
  addsUpToWhatIsThere,
  answersAStream,
  appearanceIsAdded,
  carriesFullObjects,
  carriesTheObjectAsOfTheEvent,
  endsAtItsTimeout,
  fieldSelectorRestricts,
  formOfItsStream,
  fromVersionsThatAreNoMoment,
  goesOnAlikeHoweverLongItIsOpen,
  goesOnTheSameFromEachEvent,
  goesOnWhereATimeoutEndedIt,
  keepsUpWithParallelWriters,
  losesNothingWhileItOpens,
  missesNothing,
  namesOfItsTypes,
  objectThatStartsToMatchAppears,
  objectThatStopsMatchingIsRemoved,
  ofAllNamespacesTellsOfEach,
  ofOneObjectTellsOfItAlone,
  oldVersionIsServedWholeOrRefused,
  outlivesOthersThatHangUp,
  removalOfASelectedObjectIsTold,
  resumesAfterAnyEvent,
  selectorShowsOnlyWhatMatches,
  slowReaderLosesNothing,
  startsAfterItsVersion,
  staysOpenForChanges,
  streamTypeIsAccepted,
  takesEveryParameterOfItsSet,
  tellsChangesInOrder,
  tellsNothingOfOtherNamespaces,
  tellsNothingTwice,
  tellsRemovals,
  typesAreConsistent,
  watchesAgreeOnTheOrder,
  withoutVersionStartsWithWhatExists,
];
