# local.mk - gnuplot scripts, installed with the program's data.

plotsdir = $(pkgdatadir)/plots
dist_plots_DATA = \
	plots/bandwidth.gp \
	plots/bars.gp \
	plots/crossover.gp \
	plots/ladder.gp \
	plots/roofline.gp \
	plots/style.gp \
	plots/tics.gp \
	plots/threads.gp
