// Preloaded into API and worker by `npm start`. If the starter is killed (SIGKILL), they drain and exit as after
// SIGTERM instead of keeping their ports.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
