/** What a mutation run found, as Stryker's JSON report has it, beside the reasons that are given for survivors. */
export interface MutationReport {
  readonly files: Readonly<Record<string, { readonly source: string; readonly mutants: readonly Mutant[] }>>;
}

interface Mutant {
  readonly mutatorName: string;
  readonly replacement?: string;
  readonly status: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

/** A mutant that no test noticed, by what it changed: a line number would not outlive the next edit. */
export interface Survivor {
  readonly file: string;
  readonly mutator: string;
  readonly from: string;
  readonly to: string;
}

/** A survivor, and why it may live. */
export interface Reason extends Survivor {
  readonly reason: string;
}

export interface Score {
  readonly folder: string;
  readonly noticed: number;
  readonly survived: number;
  /** Mutants of what runs once, when a module is loaded: not tried. */
  readonly untried: number;
}

export function scoresOf({ files }: MutationReport): Score[] {
  const folders = Map.groupBy(Object.entries(files), ([file]) => file.slice(0, file.lastIndexOf("/")));
  return [...folders].map(([folder, members]) => {
    const statuses = members.flatMap(([, { mutants }]) => mutants.map(({ status }) => status));
    const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
    return {
      folder,
      noticed: count("Killed", "Timeout"),
      survived: count("Survived", "NoCoverage"),
      untried: count("Ignored"),
    };
  });
}

export function totalOf(scores: readonly Score[]): Score {
  const sum = (key: "noticed" | "survived" | "untried") => scores.reduce((total, score) => total + score[key], 0);
  return { folder: "all", noticed: sum("noticed"), survived: sum("survived"), untried: sum("untried") };
}

export function percentOf({ noticed, survived }: Score): number {
  return (100 * noticed) / (noticed + survived);
}

export function survivorsOf({ files }: MutationReport): Survivor[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .map(({ mutatorName, replacement = "", location }) => ({
        file,
        mutator: mutatorName,
        from: flat(textAt(source, location)),
        to: flat(replacement),
      })),
  );
}

function textAt(source: string, { start, end }: Mutant["location"]): string {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join("\n");
}

const flat = (text: string) => text.replace(/\s+/g, " ").trim();

const keyOf = ({ file, mutator, from, to }: Survivor) => [file, mutator, from, to].join("\n");

/** The survivors without a reason, and the reasons without a survivor. Files that were left out say nothing. */
export function compare(report: MutationReport, reasons: readonly Reason[]) {
  const survivors = survivorsOf(report);
  const [lives, explained] = [new Set(survivors.map(keyOf)), new Set(reasons.map(keyOf))];
  return {
    explained: reasons.filter((reason) => lives.has(keyOf(reason))),
    unexplained: survivors.filter((survivor) => !explained.has(keyOf(survivor))),
    stale: reasons.filter((reason) => reason.file in report.files && !lives.has(keyOf(reason))),
  };
}
