const { testTimers } = require("./timers.cjs");

testTimers("require", require("merchant-payments"), require("merchant-payments/testing"));
