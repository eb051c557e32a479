/** What the response to a second finalization proves about the first one. */
export type FinalizationProof =
  | { readonly state: "captured"; readonly by: "first" | "repeat" }
  | { readonly state: "pending" }
  | { readonly state: "not_captured" }
  | { readonly state: "unknown"; readonly canAskAgain: boolean }
  | { readonly state: "conflict" };
