import type { Rule } from '../rule.ts';
import { rule as aTypeThatIsNotProduced } from './a-type-that-is-not-produced.rule.ts';
import { rule as answerIsOfTheTypeAskedFor } from './answer-is-of-the-type-asked-for.rule.ts';
import { rule as bodyMaySayItsCharset } from './body-may-say-its-charset.rule.ts';
import { rule as bytesThatAreNoProtobufAreRefused } from './bytes-that-are-no-protobuf-are-refused.rule.ts';
import { rule as everyBodyTypeIsTaken } from './every-body-type-is-taken.rule.ts';
import { rule as everyEndpointAnswersInProtobuf } from './every-endpoint-answers-in-protobuf.rule.ts';
import { rule as jsonIsTheDefault } from './json-is-the-default.rule.ts';
import { rule as listsAcceptTheStreamType } from './lists-accept-the-stream-type.rule.ts';
import { rule as otherRequestTypes } from './other-request-types.rule.ts';
import { rule as patchMaySayItsCharset } from './patch-may-say-its-charset.rule.ts';
import { rule as prettyIsTheSameValueOverLines } from './pretty-is-the-same-value-over-lines.rule.ts';
import { rule as protobufBodiesAreStoredAsSent } from './protobuf-bodies-are-stored-as-sent.rule.ts';
import { rule as protobufRefusesWhatJsonDoes } from './protobuf-refuses-what-json-does.rule.ts';
import { rule as protobufShowsTheSameObject } from './protobuf-shows-the-same-object.rule.ts';
import { rule as protobufWatchesTellTheSameEvents } from './protobuf-watches-tell-the-same-events.rule.ts';
import { rule as qualityValuesRankWhatIsAccepted } from './quality-values-rank-what-is-accepted.rule.ts';
import { rule as yamlBodiesAreStoredAsSent } from './yaml-bodies-are-stored-as-sent.rule.ts';
import { rule as yamlDeleteOptionsAreRead } from './yaml-delete-options-are-read.rule.ts';
import { rule as yamlRefusesWhatJsonDoes } from './yaml-refuses-what-json-does.rule.ts';
import { rule as yamlShowsControlCharacters } from './yaml-shows-control-characters.rule.ts';
import { rule as yamlShowsTheSameObject } from './yaml-shows-the-same-object.rule.ts';
import { rule as contentTypeOfAReadIsNoMatter } from './content-type-of-a-read-is-no-matter.rule.ts';
import { rule as oneOfSeveralTypesIsEnough } from './one-of-several-types-is-enough.rule.ts';

export const MEDIA_TYPE_RULES: readonly Rule[] = [
  aTypeThatIsNotProduced,
  answerIsOfTheTypeAskedFor,
  bodyMaySayItsCharset,
  bytesThatAreNoProtobufAreRefused,
  everyBodyTypeIsTaken,
  everyEndpointAnswersInProtobuf,
  jsonIsTheDefault,
  listsAcceptTheStreamType,
  otherRequestTypes,
  patchMaySayItsCharset,
  prettyIsTheSameValueOverLines,
  protobufBodiesAreStoredAsSent,
  protobufRefusesWhatJsonDoes,
  protobufShowsTheSameObject,
  protobufWatchesTellTheSameEvents,
  qualityValuesRankWhatIsAccepted,
  yamlBodiesAreStoredAsSent,
  yamlDeleteOptionsAreRead,
  yamlRefusesWhatJsonDoes,
  yamlShowsControlCharacters,
  yamlShowsTheSameObject,
  contentTypeOfAReadIsNoMatter,
  oneOfSeveralTypesIsEnough,
];
