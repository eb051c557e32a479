import * as library from "merchant-payments";
import * as testing from "merchant-payments/testing";
import { testTimers } from "./timers.cjs";

testTimers("import", library, testing);
