// Compares the public declarations with the reports in test/package/api/, so that they change only on purpose. `npm run
// api` writes the reports again. It reads the built declarations: run it after the build.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel } from "@microsoft/api-extractor";

/** Their reports also show types that are reachable but not exported. The other entries reach only these. */
const whole = ["index", "testing/index"];
const once = ["once/index", "once/sqlite", "once/postgres"];
const entries = [...whole, "testing/msw", ...once, "opentelemetry/index", "check/index"];

const root = fileURLToPath(new URL("../../..", import.meta.url));
const found = mkdtempSync(join(tmpdir(), "api-report-"));
const isUpdate = process.argv.includes("--update");

function configOf(entry: string): ExtractorConfig {
  const isWhole = whole.includes(entry);
  const declarations = join(root, `dist/${entry}.d.ts`);
  const module = { module: "nodenext", moduleResolution: "nodenext", types: ["node"] };
  const compilerOptions = { ...module, target: "es2022", lib: ["es2022", "dom"], strict: true };
  const none = { logLevel: ExtractorLogLevel.None };
  const noted = { logLevel: ExtractorLogLevel.None, addToApiReportFile: true };
  return ExtractorConfig.prepare({
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: declarations,
      compiler: { overrideTsconfig: { compilerOptions, files: [declarations] } },
      apiReport: {
        enabled: true,
        reportFileName: `merchant-payments/${entry}`.replace(/\/index$/, "").replaceAll("/", "-"),
        reportFolder: join(root, "test/package/api"),
        reportTempFolder: found,
        includeForgottenExports: isWhole,
      },
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: {
          default: noted,
          "ae-missing-release-tag": none, // every export is public, so a tag says nothing
          "ae-forgotten-export": isWhole ? none : noted,
          "ae-undocumented": none,
          "ae-unresolved-link": none,
        },
        tsdocMessageReporting: { default: none },
      },
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(root, "package.json"),
  });
}

const configs = entries.map(configOf);
const additionalEntryPoints = configs.map(({ mainEntryPointFilePath }) => mainEntryPointFilePath);
const [first] = configs as [ExtractorConfig];
const compilerState = CompilerState.create(first, { additionalEntryPoints }); // one for all: it takes most of the time

for (const config of configs) {
  const { succeeded, apiReportChanged } = Extractor.invoke(config, {
    compilerState,
    localBuild: isUpdate,
    printApiReportDiff: true,
    messageCallback: (message) => {
      message.handled = message.logLevel !== ExtractorLogLevel.Error;
    },
  });
  const file = relative(root, config.reportFilePath);
  if (apiReportChanged) {
    process.stdout.write(`${file} ${isUpdate ? "written" : "differs. On purpose? Then npm run api"}\n`);
  }
  if (!succeeded) process.exitCode = 1;
}
rmSync(found, { recursive: true });
