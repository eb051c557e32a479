import axios from "axios";
import { type Call, headers, type Target } from "../workload.ts";

export function connect({ url, body }: Target): Call {
  const client = axios.create({ adapter: "fetch", headers });
  const json = JSON.parse(body);
  return () => client.post(url, json);
}
