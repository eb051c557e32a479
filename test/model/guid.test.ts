import { expect, test } from "vitest";
import { bareGuid } from "../../src/model/schema.js";

test.each(["0A1B2C3D-0000-4000-8000-00000000000F", "{0a1b2c3d-0000-4000-8000-00000000000f}"])(
  "%s is compared without case, dashes and braces",
  (guid) => {
    expect(bareGuid(guid)).toBe("0a1b2c3d00004000800000000000000f");
  },
);
