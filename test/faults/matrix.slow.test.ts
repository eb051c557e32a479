import { testMatrix } from "./matrix.js";
import { rows } from "./rows.js";

testMatrix(rows);
