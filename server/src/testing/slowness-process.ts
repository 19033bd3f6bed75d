// Does one and the same piece of work whenever it is asked, and says how many milliseconds it took: reading JSON, as a process
// does that is handed a large body. Of its own, so that what keeps the test or the server busy does not count.
const text = JSON.stringify(
  Array.from({ length: 4_000 }, (_, n) => ({
    id: `k${n.toString(36)}`,
    name: `名称 ${n}`,
    values: [n, null, true, {}],
  })),
);

function work(): number {
  const before = performance.now();
  for (let round = 0; round < 50; round++) JSON.parse(text);
  return performance.now() - before;
}

for (let warm = 0; warm < 5; warm++) work();
process.stdin.on('data', () => console.log(work()));
