"use strict";
// Preloaded into the shop: a signal moves its clock by a little more than a minute.
const now = Date.now;
let passedMs = 0;
Date.now = () => now() + passedMs;
process.on("SIGUSR2", () => {
  passedMs += 61_000;
});
