// Preloaded by run.mjs: when that process dies without a word (SIGKILL), stop as if asked to.
const parent = process.ppid;
const timer = setInterval(() => {
  if (process.ppid === parent) return;
  clearInterval(timer);
  process.kill(process.pid, 'SIGTERM');
}, 500);
timer.unref();
