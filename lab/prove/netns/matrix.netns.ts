import { testMatrix } from "../../../test/faults/matrix.js";
import { linkRows } from "./links.js";
import { nameRows } from "./names.js";
import { routeRows } from "./routes.js";

testMatrix([...routeRows, ...nameRows, ...linkRows]);
