/** Series in turn: told apart by normal sight and three colour blindnesses, 3:1 on the ground. */
export const seriesColours = {
  light: ['#2f6fde', '#7b0106', '#e8700f', '#b185a8', '#84597d', '#0a39ae', '#b54016', '#502c5e'],
  dark: ['#6ea2ff', '#da4b0c', '#fae83f', '#5dfefb', '#9b6692', '#6a64e7', '#f49b64', '#9dc6fd'],
};
