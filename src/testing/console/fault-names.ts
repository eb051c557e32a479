/** Faults as they are named over HTTP: by one name, or by a name with its parameters. */
import { type Fault, type FaultTiming, fault } from "../service/faults/faults.js";
import { isJsonNumber, isJsonObject, type JsonObject, type JsonValue } from "../service/rules/json.js";
import { statusKeys } from "../service/rules/status-catalogue.js";
import { checkNames, choiceField, flagField, given, optionalNumber, optionalText, textField } from "./action-fields.js";
import { ControlRejection } from "./control-rejection.js";
import { faultsByName } from "./listed-faults.js";

interface Maker {
  readonly parameters: readonly string[];
  make(fields: JsonObject): Fault;
}

const timing = (fields: JsonObject): FaultTiming => ({ committed: flagField(fields, "committed") });
const plain = (made: Fault): Maker => ({ parameters: [], make: () => made });
const timed = (make: (timing: FaultTiming) => Fault): Maker => ({
  parameters: ["committed"],
  make: (fields) => make(timing(fields)),
});

/** Every fault that a server can play, by the name that it has in `fault`. */
const makers: Readonly<Record<string, Maker>> = {
  drop: plain(fault.drop),
  loseResponse: plain(fault.loseResponse),
  stallBody: plain(fault.stallBody),
  truncate: plain(fault.truncate),
  incomplete: plain(fault.incomplete),
  html: timed(fault.html),
  empty: timed(fault.empty),
  wrongEnvelope: timed(fault.wrongEnvelope),
  duplicate: {
    parameters: ["response"],
    make(fields) {
      const responses = { first: true, second: true };
      return fault.duplicate({
        response: fields["response"] === undefined ? "first" : choiceField(fields, "response", responses),
      });
    },
  },
  late: { parameters: ["afterMs"], make: (fields) => fault.late(optionalNumber(fields, "afterMs")) },
  stallHeaders: {
    parameters: ["committed"],
    make: (fields) => fault.stallHeaders(fields["committed"] === undefined ? {} : timing(fields)),
  },
  delay: { parameters: ["ms"], make: (fields) => fault.delay(optionalNumber(fields, "ms") ?? 5000) },
  trickle: { parameters: ["everyMs"], make: (fields) => fault.trickle(optionalNumber(fields, "everyMs") ?? 500) },
  status: {
    parameters: ["httpStatus", "envelope", "committed"],
    make(fields) {
      const envelope = flagField(fields, "envelope");
      return fault.status(optionalNumber(fields, "httpStatus") ?? 503, { envelope, ...timing(fields) });
    },
  },
  error: {
    parameters: ["statusKey", "committed"],
    make: (fields) => fault.error(choiceField(fields, "statusKey", statusKeys), timing(fields)),
  },
  response: {
    parameters: ["httpStatus", "contentType", "body", "committed"],
    make(fields) {
      const contentType = fields["contentType"] === null ? null : optionalText(fields, "contentType");
      const body = fields["body"] === "" ? "" : textField(fields, "body");
      return fault.response({
        ...given({ httpStatus: optionalNumber(fields, "httpStatus"), contentType }),
        body,
        ...timing(fields),
      });
    },
  },
};

/** @throws ControlRejection for what names no fault that a server can play. */
export function faultNamed(value: JsonValue | undefined): Fault {
  if (typeof value === "string" && Object.hasOwn(faultsByName, value)) return faultsByName[value] as Fault;
  const fields = typeof value === "string" ? { name: value } : value;
  if (
    fields === undefined ||
    fields === null ||
    typeof fields !== "object" ||
    isJsonNumber(fields) ||
    !isJsonObject(fields)
  ) {
    throw new ControlRejection(400, "fault must be a name, or an object with a name and its parameters.");
  }
  const name = choiceField(fields, "name", makers, "fault");
  const maker = makers[name] as Maker;
  checkNames(fields, ["name", ...maker.parameters]);
  try {
    return maker.make(fields);
  } catch (error) {
    if (error instanceof TypeError) throw new ControlRejection(400, error.message);
    throw error;
  }
}
