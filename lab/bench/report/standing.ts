import type { Figures } from "../figures.ts";
import { goals, type Verdict, verdictOf } from "../goals.ts";
import { figureText } from "./figure.ts";

export const marks: Readonly<Record<Verdict, string>> = { aim: "✓", must: "·", short: "✗" };

/** How each figure stands beside its goals: a head and rows of text. */
export function standing(figures: Figures): { head: string[]; rows: string[][] } {
  return {
    head: ["", "must", "aim", ...figures.nodes.map(({ node }) => `Node ${node.major}`)],
    rows: goals.map((goal) => [
      goal.unit === "" ? goal.name : `${goal.name} (${goal.unit})`,
      String(goal.must),
      String(goal.aim),
      ...figures.nodes.map((on) => {
        const figure = goal.figure(on, figures);
        return `${figureText(figure)} ${marks[verdictOf(goal, figure)]}`;
      }),
    ]),
  };
}
