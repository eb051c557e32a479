import { customOperation } from "./captures.js";
import { testMatrix } from "./matrix.js";
import { rows } from "./rows.js";

testMatrix(rows, customOperation);
