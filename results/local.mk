# local.mk - published results, and the charts that the README shows of them.

EXTRA_DIST += \
	results/h200-reduce-argmax.json \
	results/h200-reduce-crossover.dat \
	results/h200-reduce-crossover.json \
	results/h200-reduce-crossover.svg \
	results/h200-reduce-roofline.dat \
	results/h200-reduce-roofline.svg \
	results/h200-reduce-rungs-ladder.dat \
	results/h200-reduce-rungs-ladder.svg \
	results/h200-reduce-rungs.json \
	results/h200-reduce-threads-threads.dat \
	results/h200-reduce-threads-threads.svg \
	results/h200-reduce-threads.json \
	results/h200-reduce-transfers.json \
	results/h200-reduce-types.json \
	results/h200-reduce.dat \
	results/h200-reduce.json \
	results/h200-reduce.svg \
	results/h200-sgemm-ladder.dat \
	results/h200-sgemm-ladder.svg \
	results/h200-sgemm-roofline.dat \
	results/h200-sgemm-roofline.svg \
	results/h200-sgemm.dat \
	results/h200-sgemm.json \
	results/h200-sgemm.svg \
	results/xeon-2-trust.txt
