/** An option as ECharts takes it. Its own type knows each part in a hundred forms and checks none of ours better. */
export interface ChartOption {
  [part: string]: unknown;
}
