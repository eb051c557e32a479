import type { Row } from "./row.js";
import { compressedRows } from "./rows/compressed.js";
import { connectingRows } from "./rows/connecting.js";
import { headRows } from "./rows/heads.js";
import { http2Rows } from "./rows/http2.js";
import { keptRows } from "./rows/kept.js";
import { redirectRows } from "./rows/redirects.js";
import { requestRows } from "./rows/request.js";
import { responseRows } from "./rows/response.js";
import { statusRows } from "./rows/statuses.js";
import { tlsRows } from "./rows/tls.js";

/** The matrix. */
export const rows: readonly Row[] = [
  ...connectingRows,
  ...tlsRows,
  ...requestRows,
  ...responseRows,
  ...compressedRows,
  ...headRows,
  ...statusRows,
  ...redirectRows,
  ...keptRows,
  ...http2Rows,
];
