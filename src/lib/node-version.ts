/** Every entry of the package imports `lib` first, which begins with this file, so that an older Node says what is missing. */
const NEEDED = 24;

if (Number(process.versions.node.split(".")[0]) < NEEDED)
  throw new Error(
    `agent-backplane needs Node ${NEEDED} or newer, and this is ${process.version}. Run the program with Node ${NEEDED}, such as: npx -p node@${NEEDED} node program.js`,
  );
